// Failures of a save: only what is wrong with an entry itself drops it from the device.
import { expect, test } from 'vitest'
import { CallFailed } from '../client.ts'
import { failureOf } from './failures.ts'

test.each([
  [400, 'invalid', 'refused'],
  [413, 'body.tooLarge', 'refused'],
  [401, 'session.ended', 'session'],
  [409, 'session.other', 'session'],
  [403, 'authCode.needed', 'session'],
  [403, 'mobile.needed', 'session'],
  [403, 'password.expired', 'session'],
  [409, 'package.elsewhere', 'elsewhere'],
  [403, 'forbidden', 'ended'],
  [404, 'packageAttempt.notFound', 'ended'],
  [409, 'activity.ended', 'ended'],
  [409, 'busy', 'transient'],
  [408, 'timeout', 'transient'],
  [429, 'tooMany', 'transient'],
  [503, 'unavailable', 'transient'],
  [0, 'network', 'transient'],
])('%i %s is %s', (status, code, failure) => {
  expect(failureOf(new CallFailed(status, { code, message: '', params: {}, errors: {}, details: {}, request_id: '' }))).toBe(failure)
})
