/**
 * `true` for the editor, which receives forms as JSON and marks the field, and not for n8n's engine, which compares
 * with `true`: its own check of a required locator that is null ends with "Cannot read properties of null", before the
 * node can name the field.
 */
export const requiredInEditor = Object.assign(Object(true) as boolean, { toJSON: () => true });
