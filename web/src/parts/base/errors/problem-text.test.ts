// Tests of the texts of failed calls.
import { CallFailed } from '@lyceum/kit/calls/client'
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { problemText } from './problem-text.ts'

it('without a connection, when the texts of errors did not come, the reader reads so', async () => {
  if (!i18next.isInitialized) await i18next.init({ lng: 'en', resources: {} })
  if (!i18next.exists('offline', { ns: 'shell' })) i18next.addResourceBundle('en', 'shell', { offline: 'No connection.' }, true, false)
  const problem = { code: 'connection', message: 'TypeError: Failed to fetch', params: {}, errors: {}, details: {}, request_id: '' }
  expect(problemText(new CallFailed(0, problem as never))).toMatch(/connection/i)
})
