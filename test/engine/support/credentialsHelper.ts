import { Credentials } from 'n8n-core';
import {
	ICredentialsHelper,
	isExpression,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/**
 * n8n's own helper lives in packages/cli and needs a database. This one applies the same rules to a plain object:
 * function-style `authenticate`, expressions in fields, and `preAuthentication` only when the expirable field is empty
 * or expired, whose result leaves expressions as they are.
 */
export class TestCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly types: ReadonlyMap<string, ICredentialType>,
		private readonly store: CredentialData,
	) {
		super();
	}

	getParentTypes(name: string): string[] {
		return (this.types.get(name)?.extends ?? []).flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		return this.types.get(name)?.properties ?? [];
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<Credentials> {
		const credentials = new Credentials({ id: details.id, name: details.name }, type);
		await credentials.setData(this.store[type] ?? {});
		return credentials;
	}

	async getDecrypted(
		_data: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		run?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const defaults = Object.fromEntries(
			this.getCredentialsProperties(type).map(({ name, default: value }) => [name, value]),
		);
		const data = structuredClone({ ...defaults, ...this.store[type] }) as ICredentialDataDecryptedObject;
		if (run === undefined || !Object.values(data).some(isExpression)) return data;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = run;
		return workflow.expression.getParameterValue(
			...([data as INodeParameters, runExecutionData, runIndex, itemIndex, node.name] as const),
			...([connectionInputData, mode, {}, executeData, false, data as INodeParameters] as const),
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(
		_details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.store[type] = { ...this.store[type], ...data };
	}

	async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await this.updateCredentials(details, type, data);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		type: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		return (await this.types.get(type)?.preAuthentication?.call(helpers, credentials)) as
			ICredentialDataDecryptedObject | undefined;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		type: string,
		node: INode,
		expired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const known = this.types.get(type);
		const expirable = known?.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (!known?.preAuthentication || !expirable || !(expired || !credentials[expirable.name])) return undefined;
		const fresh = await this.runPreAuthentication(helpers, credentials, type);
		if (!fresh || !node.credentials) return fresh;
		const kept = Object.entries(fresh).filter(
			([key]) => key === expirable.name || !isExpression(this.store[type]?.[key]),
		);
		await this.updateCredentials({ id: type, name: type }, type, Object.fromEntries(kept));
		return Object.assign(credentials, fresh);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
		_workflow: Workflow,
		_node: INode,
	): Promise<IHttpRequestOptions> {
		const how = this.types.get(type)?.authenticate;
		if (typeof how !== 'function') throw new Error(`${type} has no authenticate function`);
		return await how(credentials, options as IHttpRequestOptions);
	}
}
