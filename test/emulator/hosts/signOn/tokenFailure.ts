import { ServiceFailure } from '../../http/errors';
import type { Parameters } from '../../http/form';
import type { Json } from '../../http/json';

/** doc: error words of the token endpoint. assumed (B06): their HTTP statuses. */
const statuses = {
	invalid_request: 400,
	unsupported_grant_type: 400,
	invalid_client: 401,
	unauthorized_client: 400,
	deprecated_client: 400,
	invalid_token: 400,
	invalid_grant: 400,
	access_denied: 403,
	second_verify: 400,
} as const;

/** An error answer of the token endpoint. doc: `{error, error_description}`. */
export class TokenFailure extends ServiceFailure {
	constructor(
		readonly word: keyof typeof statuses,
		description: string,
	) {
		super(statuses[word], description);
	}

	override body(): Json {
		return { error: this.word, error_description: this.message };
	}
}

/** The value of a parameter that must be present and not empty; throws invalid_request. */
export function needed(raw: Parameters, name: string): string {
	const value = raw.get(name);
	if (!value) throw new TokenFailure('invalid_request', `parameter '${name}' is missing`);
	return value;
}
