// The shape of a notification's subject.
import { type Static, Type } from 'typebox'

/** The thing that a notification is about and leads to: a course, an activity, an upload … The page makes the link. */
export const Subject = Type.Object({ type: Type.String(), id: Type.String(), title: Type.String() })
export type Subject = Static<typeof Subject>
