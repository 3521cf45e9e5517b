import Type from 'typebox'

/** An object of exactly these members: others are refused. */
export function strictObject<P extends Type.TProperties>(members: P) {
  return Type.Object(members, { additionalProperties: false })
}
