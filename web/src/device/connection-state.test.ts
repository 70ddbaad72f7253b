// The list of texts that are not sent: it belongs to one person and ends with their session.
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed, setScope } from '../client.ts'
import { connectionState, setOffline } from './connection-state.ts'
import { registerOpenForm } from '../parts/base/drafts/resume.ts'
import { beginSession, clearSession, type Session } from '../session/session.ts'

vi.stubGlobal('window', { location: { pathname: '/courses/1', search: '', hash: '' } })
afterEach(() => {
  setOffline(false)
  clearSession()
})

const someone = { person: 'a', org: 'o' }
const open = () =>
  registerOpenForm(
    { form: 'comment', thing: '1' },
    () => ({ title: 'Tides' }),
    () => true,
  )
const failed = (status: number) => new CallFailed(status, { code: 'x' } as never)
const left = () => connectionState().late.map(({ title }) => title)
function openWithoutNetwork() {
  setScope(someone)
  const close = open()
  setOffline(true)
  setOffline(false)
  return close
}

test('a text that could not be sent stays listed after its form', () => {
  openWithoutNetwork()()
  expect(left()).toEqual(['Tides'])
})
test('a closed form is sent by its call, and stays listed while there is no answer; a refused one has to be opened', async () => {
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    documentElement: { dataset: {}, style: {} },
    addEventListener: () => {},
    getElementById: () => null,
  })
  await i18next.init({ lng: 'en', resources: {} })
  const { sendingClosed } = await import('../parts/base/drafts/send-closed.ts')
  const dropped = vi.fn()
  const answers: (() => Promise<unknown> | undefined)[] = [
    () => Promise.reject(failed(0)),
    () => Promise.reject(failed(409)),
    () => undefined,
    async () => {},
  ]
  const named = { form: 'comment', thing: '1', title: 'Tides' }
  setScope(someone)
  const close = registerOpenForm(
    named,
    () => ({ title: 'Tides' }),
    () => true,
    () => sendingClosed(named, () => answers.shift()?.(), dropped),
  )
  setOffline(true)
  setOffline(false)
  close()
  const send = () => connectionState().late[0]?.send?.()
  expect([await send(), await send(), await send(), left().length, dropped.mock.calls.length]).toEqual([true, false, false, 1, 0])
  expect([await send(), left().length, dropped.mock.calls.length]).toEqual([true, 0, 1])
})
test('nothing is left of it after signing out, whether its form closes before or after', () => {
  openWithoutNetwork()()
  clearSession()
  expect(left()).toEqual([])
  const close = openWithoutNetwork()
  setOffline(true)
  clearSession()
  close()
  setOffline(false)
  expect(left()).toEqual([])
})
test('nor when another session begins', () => {
  openWithoutNetwork()()
  const settings = { locale: null, theme: 'system', density: 'normal', time_zone: null }
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } })
  beginSession({ user: { id: 'b', settings }, memberships: [] } as unknown as Session)
  expect(left()).toEqual([])
})
