import * as Type from 'typebox';

/** An object with any names and values of one shape. `Type.Record` would say the same in 12 KiB of code. */
export const recordOf = <Value extends Type.TSchema>(value: Value) =>
  Type.Unsafe<Record<string, Type.Static<Value>>>({ type: 'object', additionalProperties: value });
