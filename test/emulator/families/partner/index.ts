import { authorizePartner, clientCommon } from '../../auth/clientCaller';
import { family } from '../operation';
import { createEnt, entInfo, entList, entSsoUrl, getClientId, setEntSetting } from './customers';
import { order } from './orders';
import { entDailyStats } from './statistics';

/** doc: partner API. */
export const partner = family({
	prefix: '/m-api/1/thirdparty',
	authorize: authorizePartner,
	common: clientCommon,
	operations: {
		create_ent: createEnt,
		ent_info: entInfo,
		ent_list: entList,
		order,
		get_client_id: getClientId,
		ent_sso_url: entSsoUrl,
		ent_daily_stats: entDailyStats,
		set_ent_setting: setEntSetting,
	},
});
