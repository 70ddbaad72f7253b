// A try of the rights matrix: its place, its person and the request that it sends.
import type { Person, School } from '../school.ts'
import type { Place, Where } from './places.ts'

export type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; headers?: Record<string, string> }
/** `who` is undefined for a visitor. */
export type Try = { where: Where; place: Place; who: Person | undefined; home: School }
export type Request = (tried: Try) => Sent | Promise<Sent>

export const inCourse =
  (body?: (place: Place) => unknown): Request =>
  ({ place }) => ({ params: { id: place.course }, ...(body && { body: body(place) }) })
