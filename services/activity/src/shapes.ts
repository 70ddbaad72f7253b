// Shapes that several contracts of activity share.
import { Type } from 'typebox'

/** Most courses of an answer about all of my courses, and of a question about some of them. */
export const mostCourses = 24
export const OfCourses = Type.Object({ conditions: Type.Optional(Type.String({ maxLength: 1200 })) })

/** A decimal with at most four places and a point. */
export const Points = Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,4})?$' })
