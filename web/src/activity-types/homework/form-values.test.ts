// The settings of homework: what is wrong with them, and the request that is made of them.
import { expect, test, vi } from 'vitest'
import type { Activity } from '../../parts/learning/course/content.ts'

// the form's parts watch the window
vi.stubGlobal('addEventListener', () => {})
const { bodyOf, faultsOf, fresh, valuesOf } = await import('./form-values.ts')
const { typesIn } = await import('../../parts/learning/work/settings-values.ts')

const values = (part: Partial<typeof fresh> = {}) => ({ ...fresh, body: '<p>Measure</p>', ...part })
const faults = (part: Partial<typeof fresh>) => faultsOf(values(part), 'submitted')

test('homework needs a text, and is scored out of 100 at most', () => {
  expect(faultsOf(fresh, 'submitted')).toEqual({ body: 'bodyNeeded' })
  expect([faults({}), faults({ points: '100' }), faults({ points: '12.5' })]).toEqual([{}, {}, {}])
  expect(faults({ points: '100.0001' })).toEqual({ points: 'pointsMost' })
  expect(faultsOf(values(), 'scored')).toEqual({ points: 'pointsForScore' })
  expect(faultsOf(values({ points: '10', needed: '0' }), 'scored')).toEqual({ completion_criterion_key: 'percentRange' })
})
test('numbers stand within their bounds, and only where they hold', () => {
  expect(faults({ most: 21, size: null })).toEqual({ 'settings.files_most': 'mostRange', 'settings.file_size_mb': 'sizeRange' })
  expect(faults({ work: 'text', most: 21, size: null })).toEqual({})
  expect(faults({ latePercent: 'x' })).toEqual({})
  expect(faults({ late: 'own', latePercent: '101', lateLowest: '', grace: -1 })).toEqual({
    'settings.late_percent': 'percentUpTo100',
    'settings.late_lowest': 'percentUpTo100',
    'settings.late_grace_minutes': 'graceRange',
  })
  expect(faults({ again: 'times', times: 0, againUntil: 'soon' })).toEqual({
    'settings.resubmissions': 'againRange',
    'settings.resubmit_until': 'timeUnread',
  })
  expect([faults({ release: 'at_time' }), faults({ release: 'at_time', anonymous: true })]).toEqual([
    { release_time: 'releaseTimeNeeded' },
    {},
  ])
  expect(faults({ types: 'pdf, tar.gz' })).toEqual({ 'settings.file_types': 'typesUnread' })
})
test('types are taken as people type them, and a text that is no decimal is refused', () => {
  expect(typesIn(' PDF, .docx; *.odt、pdf ')).toEqual(['pdf', 'docx', 'odt'])
  expect(faults({ points: '1e3', late: 'own', latePercent: '1e1' })).toEqual({
    points: 'pointsRange',
    'settings.late_percent': 'percentUpTo100',
  })
})
test('the request holds what is chosen; anonymous work is released by hand', () => {
  const body = bodyOf(values({ points: '20', anonymous: true, release: 'at_once', again: 'open', late: 'own' }), 'scored')
  expect(body).toMatchObject({
    points: '20',
    anonymous: true,
    release: 'by_hand',
    release_time: null,
    completion_criterion_key: 'scored_50',
  })
  expect(body.settings).toMatchObject({ unlimited_resubmissions: true, resubmissions: 0, late_percent: '10', peer_due: null })
  expect(bodyOf(values(), 'submitted').settings).not.toHaveProperty('late_percent')
})
test('a form begins with what is saved', () => {
  const { settings, ...saved } = bodyOf(values({ points: '20', again: 'times', times: 3, types: 'pdf', peers: 2 }), 'submitted')
  const activity = { ...saved, settings, completion_criterion: { kind: 'submitted', percent: null, posts: null } } as unknown as Activity
  expect(valuesOf(activity as Parameters<typeof valuesOf>[0])).toEqual(
    values({ points: '20', again: 'times', times: 3, types: 'pdf', peers: 2 }),
  )
})
test('files are shown without their properties unless that is switched off', () => {
  const kept = (strip: boolean) => bodyOf(values({ anonymous: true, strip }), 'submitted').settings.strip_properties
  expect([fresh.strip, kept(true), kept(false)]).toEqual([true, true, false])
})
