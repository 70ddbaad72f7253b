// Shapes that several question types use.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** A lasting random id of an option, item or blank: a corrected version keeps those that stay, so that old answers can be marked by it. No name
 *  that every object has: ids are fields of records. */
export const PartId = Type.String({ pattern: '^(?!constructor$)[a-z0-9]{6,12}$' })
/** Cleaned HTML, with formulas and pictures. */
export const Html = Type.String({ maxLength: 20_000 })
/** A share of the points in percent, with at most five places: a third is 33.33333. Below 0 only where a type says so. */
export const Percent = Type.String({ pattern: '^-?(100(\\.0{1,5})?|[0-9]{1,2}(\\.[0-9]{1,5})?)$' })

export const Part = Type.Object({ id: PartId, text: Html })
export type Part = Static<typeof Part>

/** Text to a student by the id of what they chose. */
export const FeedbackByPart = Type.Record(PartId, Html, { additionalProperties: false, maxProperties: 50 })

/** Rules by which the text of an answer is compared. `*` in an accepted text stands for any characters, `\*` for itself. */
export const TextRules = {
  /** Capitals count. */
  case_sensitive: Type.Optional(Type.Boolean()),
  /** é is not e, unless this is false. */
  accent_sensitive: Type.Optional(Type.Boolean()),
}
export const AcceptedText = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 500 }),
  percent: Percent,
  feedback: Type.Optional(Html),
})
export type AcceptedText = Static<typeof AcceptedText>

/** A decimal with a point, also with an exponent. */
export const Decimal = Type.String({ pattern: '^-?[0-9]{1,18}(\\.[0-9]{1,18})?(e-?[0-9]{1,2})?$' })
/** The decimal sign of the language in which a number was typed: kept with it, so that every later marking reads it alike. */
export const DecimalSign = oneOf('.', ',')
/** A number is accepted from `value - tolerance` to `value + tolerance`; a relative tolerance is a share of the value: 0.05 is 5 %. */
export const AcceptedNumber = Type.Object({
  value: Decimal,
  tolerance: Decimal,
  relative: Type.Optional(Type.Boolean()),
  percent: Percent,
  feedback: Type.Optional(Html),
})
export type AcceptedNumber = Static<typeof AcceptedNumber>

export const Uploads = Type.Array(Type.String({ pattern: '^[0-9a-f-]{36}$' }), { maxItems: 20, uniqueItems: true })
