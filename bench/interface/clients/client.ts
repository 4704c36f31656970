/** What the walk does with the client of each generator, by its own types and functions. */
export type Client = Readonly<{
  email: () => Promise<string>;
  list: () => Promise<readonly Listed[]>;
  create: (fields: Fields, key: string) => Promise<Listed>;
  replace: (id: number, fields: Fields) => Promise<Listed>;
  remove: (id: number) => Promise<number>;
  /** The code of the problem, and that of its first fault, for a task whose description is blank. */
  refuse: (fields: Fields) => Promise<Refusal>;
  /** The problem of a script that is not signed in and asks not to be redirected. */
  signedOut: () => Promise<Refusal>;
}>;

export type Listed = Readonly<{ id: number; description: string; state: string }>;

/** The values of an enum differ in type between generators. */
export type Fields = Readonly<{ description: string; dueDate: string }>;

export type Refusal = Readonly<{ status: number; code: string; fault?: string | undefined }>;

/** Each client is made for one address and the cookies of one session. */
export type Connect = (address: string, cookie: string) => Client;

/** The result, or an error that names the operation. */
export function expectData<Data>(data: Data | undefined, operation: string): Data {
  if (data === undefined) throw new Error(`${operation} gave nothing`);
  return data;
}
