import { handles } from '../../n8n/execute/pairing';
import { getKey, getLoginUrl, issueToken } from '../../protocol/catalogue/signOn';
import { handler as key } from './serve/key';
import { handler as loginUrl } from './serve/loginUrl';
import { handler as token } from './serve/token';

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(getKey, key), handles(getLoginUrl, loginUrl), handles(issueToken, token)];
