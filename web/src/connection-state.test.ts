// The list of texts that are not sent: it belongs to one person and ends with their session.
import { afterEach, expect, test, vi } from 'vitest'
import { setScope } from './client.ts'
import { connectionState, setOffline } from './connection-state.ts'
import { registerOpenForm } from './parts/drafts/resume.ts'
import { beginSession, clearSession, type Session } from './session.ts'

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
