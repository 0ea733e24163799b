export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
}

/** A JSON schema as a TypeScript type. Limits of length and range have no type; the API checks them. */
export const toType = (schema: Schema, indent = ''): string => {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.enum) return toUnion(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return toUnion(choices.map((choice) => toType(choice, indent)));
  if (schema.allOf) return schema.allOf.map((part) => toType(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) return toUnion(schema.type.map((type) => toType({ ...schema, type }, indent)));
  return toPlainType(schema, indent);
};

const toPlainType = (schema: Schema, indent: string): string => {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `Array<${schema.items ? toType(schema.items, indent) : 'unknown'}>`;
    case 'object':
      return toObject(schema, indent);
    default:
      return 'unknown';
  }
};

const toUnion = (types: string[]): string => [...new Set(types)].join(' | ');

const toObject = ({ properties, required = [], additionalProperties }: Schema, indent: string): string => {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? toType(additionalProperties, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  return `{\n${Object.entries(properties)
    .map(([name, schema]) => toProperty(name, schema, required.includes(name), `${indent}  `))
    .join('')}${indent}}`;
};

export const toProperty = (name: string, schema: Schema, isRequired: boolean, indent: string): string => {
  const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
  return `${toComment(schema.description, indent)}${indent}${key}${isRequired ? '' : '?'}: ${toType(schema, indent)};\n`;
};

export const toComment = (description: string | undefined, indent: string): string =>
  description ? `${indent}/** ${description.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : '';
