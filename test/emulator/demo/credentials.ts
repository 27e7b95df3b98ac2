/* What the demo data is reached with; the same at every start, so that sample workflows keep working. */

export const demoAuthorization = { orgClientId: 'demo-library', orgClientSecret: 'demo-library-secret' } as const;

export const demoEnterprise = { clientId: 'demo-enterprise', clientSecret: 'demo-enterprise-secret' } as const;

/** A member who can sign on with a password. All demo members have this password. */
export const demoUser = { account: 'zhang.wei@example.com', password: 'demo-password' } as const;

/** The pre-assigned domain of grant exchange_token; the code of a member is `code:` and the account. */
export const demoDomain = { domain: 'demo-domain', auth: 'demo-auth' } as const;

/** The authorization of the demo partner, which may order. */
export const demoPartner = { clientId: 'demo-partner', clientSecret: 'demo-partner-secret' } as const;
