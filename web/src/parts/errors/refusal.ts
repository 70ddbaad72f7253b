// The test for refusals: another try would be refused again.
import { CallFailed } from '../../client.ts'

/** 403 and 404 of an object, and 400 to a read: the address carries an invalid id. */
export const isRefusal = (error: unknown): error is CallFailed => error instanceof CallFailed && [400, 403, 404].includes(error.status)
