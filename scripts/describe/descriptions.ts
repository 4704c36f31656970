import * as Type from 'typebox';

type Texts = Readonly<{ description: string; fields?: Readonly<Record<string, string>> }>;

/**
 * A published schema with a description of itself and of its fields; an enum with its type; every other schema as it is. The
 * texts are not in the contract, because the page loads the contract. The type is not, because one wrong value would be two faults.
 */
export function describeSchema(schema: object): object {
  const typed = 'enum' in schema ? { type: 'string', ...schema } : schema;
  const texts = '$id' in schema ? schemaTexts[String(schema.$id)] : undefined;
  if (texts === undefined) return typed;
  const { description, fields = {} } = texts;
  if (!Type.IsObject(schema)) return { ...typed, description };
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const text = fields[name];
    return [name, text === undefined ? field : { ...field, description: text }] as const;
  });
  return { ...schema, description, properties: Object.fromEntries(properties) };
}

/** What a published schema describes. */
export const schemaText = (name: string): string => schemaTexts[name]?.description ?? '';

const taskFields = {
  description:
    'What is to be done: plain text of at most 255 Unicode code points, kept exactly as it was sent.',
  dueDate: 'The day on which the task is due, a calendar date without time and zone: YYYY-MM-DD.',
};

/** The fields `importance` and `state` of a task have the descriptions of their own schemas. */
const schemaTexts: Readonly<Record<string, Texts>> = {
  AuthProviderResponse: {
    description: 'A sign-in provider that the deployment declares.',
    fields: {
      id: 'The name of the provider in the configuration.',
      label: 'The name of the provider for people.',
      available: 'Whether people can sign in with this provider now.',
      loginUrl: 'The path that a browser opens to sign in; null when `available` is false.',
      issuer: 'The issuer address of the provider (OpenID Connect Discovery).',
    },
  },
  AuthProvidersResponse: {
    description: 'Whether sign-in is enabled, and every declared provider, usable or not.',
    fields: {
      enabled: 'Whether the deployment has sign-in enabled.',
      providers: 'Every declared provider, in the order of the configuration.',
    },
  },
  CurrentUserResponse: {
    description: 'The signed-in user, as the ID token of the provider describes the user.',
    fields: {
      email: 'The email claim, which owns the tasks; compared exactly.',
      name: 'The name claim; null or absent when the provider supplied none.',
      pictureUrl:
        'The address of a picture: the picture claim, or that of an avatar service; null or absent when there is none.',
    },
  },
  FieldFault: {
    description: 'One fault of one field of a request body.',
    fields: {
      pointer: 'The field, as a JSON Pointer into the request body (RFC 6901).',
      code: 'The kind of the fault, for programs.',
      detail: 'The rule that the field breaks, for people, in English.',
    },
  },
  LogoutResponse: {
    description: 'The answer to a script that signs out where the provider signs out too.',
    fields: { location: 'The address at the provider that the browser opens next.' },
  },
  Problem: {
    description: 'The body of every error (RFC 9457).',
    fields: {
      type: 'A URN of the kind of the problem: urn:dueline:problem: and the code.',
      title: 'The kind of the problem, for people, in English.',
      status: 'The status of the response.',
      code: 'The kind of the problem, for programs; a release may add codes.',
      detail: 'More about this problem, for people, in English.',
      requestId: 'The id of the request in the log of the service.',
      errors: 'Every fault of the body, where the code is validation_failed.',
    },
  },
  TaskCreateRequest: {
    description: 'A new task. Unknown members, `id` included, are ignored.',
    fields: taskFields,
  },
  TaskImportance: { description: 'The urgency of a task.' },
  TaskListResponse: { description: 'All tasks of the caller, ordered by dueDate, then by id.' },
  TaskResponse: {
    description: 'A task of the caller.',
    fields: {
      id: 'The number of the task, which the service assigns and never uses again.',
      ...taskFields,
    },
  },
  TaskState: { description: 'The progress of a task; any state may follow any other.' },
  TaskUpdateRequest: {
    description:
      'Every field of a task as it will be. Unknown members, `id` included, are ignored.',
    fields: taskFields,
  },
};
