// Drafts that are offered beside a text, and those of them that end the wait for a choice.
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyForm } from '../writing/activity-form.ts'
import type { Offer } from '../../base/drafts/use-draft.ts'
import { offersOf, withText } from './text-offers.ts'

beforeEach(() => {
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = (html: string) => ({ body: { textContent: html.replace(/<[^>]*>/g, '') } })
    },
  )
})
const form = (body: string) => withText(emptyForm('', { fresh: { body: '' }, criteria: [''] } as never), { title: 'Tides', body })
const server = { at: 2, value: form('<p>Ebb</p>'), version: 1 }
const onDevice = (body: string) => {
  const [take, drop] = [vi.fn(), vi.fn()]
  const offer: Offer<ReturnType<typeof form>> = {
    key: body,
    at: 1,
    value: form(body),
    version: 1,
    base: undefined,
    outdated: true,
    take,
    drop,
  }
  return { offer, take, drop }
}

test('a newer draft at the server stays on offer beside an outdated one of this device, whose end leaves it alone', () => {
  const [settle, take] = [vi.fn(), vi.fn()]
  const { offer, drop } = onDevice('<p>Flood</p>')
  const [own, device] = offersOf([offer], server, { take, settle })
  expect([own?.key, device?.key]).toEqual(['server', offer.key])
  device?.drop()
  device?.take()
  expect([drop.mock.calls.length, device?.done, settle.mock.calls.length]).toEqual([1, undefined, 0])
  own?.take()
  own?.drop()
  own?.done?.()
  expect(take).toHaveBeenCalledExactlyOnceWith(server.value)
  expect(settle.mock.calls).toEqual([['kept'], ['dropped'], ['kept']])
})

test('the same text is offered once, and its end is that of both', () => {
  const settle = vi.fn()
  const { offer, drop } = onDevice('<p>Ebb</p>')
  const offers = offersOf([offer, onDevice('<p>Flood</p>').offer], server, { take: vi.fn(), settle })
  expect(offers.map(({ key }) => key)).toEqual(['<p>Ebb</p>', '<p>Flood</p>'])
  offers[0]?.drop()
  expect([drop.mock.calls.length, settle.mock.calls]).toEqual([1, [['dropped']]])
})
