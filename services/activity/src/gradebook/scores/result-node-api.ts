// A node of the tree that says why a result is what it is, on the wire.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

/**
 * Why a result is what it is. The exact values of the children of a node are its own; what is shown of each is rounded by itself, and `rounded` says
 * that they do not add up as they are shown.
 */
export type ResultNode = {
  kind: 'course' | 'category' | 'item'
  id: string
  title: string
  /** Its part of the result, in per cent: exact as a fraction, and as it is shown. */
  exact: string
  shown: string
  rounded: boolean
  /** Earned and possible, of what counts in it. */
  points: string | null
  max: string | null
  /** Of a category in a weighted course: its weight as it counts, after empty ones gave theirs away. */
  weight: string | null
  /** Why it brings nothing, or more: */
  why: '' | 'dropped' | 'excused' | 'unscored' | 'missing' | 'extraCredit' | 'empty' | 'unweighted'
  children: ResultNode[]
}
export const ResultNode = Type.Unsafe<ResultNode>(
  Type.Object({
    kind: oneOf('course', 'category', 'item'),
    id: Type.String(),
    title: Type.String(),
    exact: Type.String(),
    shown: Type.String(),
    rounded: Type.Boolean(),
    points: nullable(Type.String()),
    max: nullable(Type.String()),
    weight: nullable(Type.String()),
    why: Type.String(),
    children: Type.Array(Type.Object({}, { additionalProperties: true })),
  }),
)
