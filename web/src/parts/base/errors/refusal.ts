// The test for refusals: another try would be refused again.
import { CallFailed } from '../../../client.ts'

/** 403 and 404 of an object, and 400 to a read: the address carries an invalid id. */
export const isRefusal = (error: unknown): error is CallFailed => error instanceof CallFailed && [400, 403, 404].includes(error.status)

/** For `throwOnError`: a failed read is the page's failure while there is nothing to show; later what is shown stays, and the next read may succeed. */
export const nothingToShow = (error: unknown, { state }: { state: { data: unknown } }) => state.data === undefined && !isRefusal(error)
