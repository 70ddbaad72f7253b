// A sco in both editions: values leave by their number in the same task, a state comes back, and nothing is taken that the edition does not know.
import { expect, test } from 'vitest'
import { entryOf, lengthOf, navigationOf } from './editions.ts'
import { loadLibrary } from './library.ts'
import { type Edition, type Entry, longest, readToFrame, readToPage, type ToFrame, type ToPage } from './messages.ts'
import { createMirror } from './mirror.ts'
import { createSession } from './session.ts'

type Begin = Extract<ToFrame, { what: 'begin' }>
const noRules = { mastery: null, max_time: null, time_limit_action: null, data_from_lms: null, threshold: null }
const beginOf = (kind: Edition, more: Partial<Begin> = {}): Begin => ({
  what: 'begin',
  kind,
  item: 'sco',
  launch: 'index.html',
  title: 'A sco',
  state: null,
  rules: noRules,
  learner: { alias: 'p-7', name: 'Mori, Aiko' },
  trial: false,
  next: false,
  previous: false,
  first_seq: 1,
  ...more,
})
async function world(begin: Begin, mirrors = true) {
  const sent: ToPage[] = []
  const kept: Entry[] = []
  const numbers = { last: begin.first_seq - 1, kept: 0, saved: begin.first_seq - 1, next: () => ++numbers.last }
  const mirror = { put: (entry: Entry) => mirrors && kept.push(entry) > 0 }
  const session = createSession(begin.kind, begin.item, await loadLibrary(begin), {
    send: (message) => sent.push(message),
    mirror,
    now: () => 5,
    numbers,
  })
  const call = (name: string, ...given: string[]) => session[name]!(...given)
  return { call, sent, kept, numbers }
}

test('a sco of 1.2 sets, commits and ends: each value leaves at once by its number, and all of it lies in the mirror', async () => {
  const { call, sent, kept } = await world(beginOf('scorm12', { first_seq: 8 }))
  expect(call('LMSSetValue', 'cmi.suspend_data', 'early')).toBe('false')
  expect(call('LMSInitialize', '')).toBe('true')
  expect(call('LMSGetValue', 'cmi.core.student_id')).toBe('p-7')
  expect(call('LMSGetValue', 'cmi.core.entry')).toBe('ab-initio')
  expect(call('LMSSetValue', 'cmi.core.lesson_location', 'page 4')).toBe('true')
  expect(call('LMSSetValue', 'cmi.core.score.raw', '80')).toBe('true')
  expect(call('LMSSetValue', 'cmi.core.lesson_status', 'satisfied')).toBe('false')
  expect(call('LMSCommit', '')).toBe('true')
  expect(call('LMSGetDiagnostic', '')).toBe('kept on this device')
  expect(call('LMSFinish', '')).toBe('true')
  expect(call('LMSSetValue', 'cmi.core.score.raw', '90')).toBe('false')
  expect(call('LMSGetLastError')).toBe('301')
  expect(call('LMSCommit', '')).toBe('false')
  expect(sent).toEqual([
    { what: 'set', seq: 8, sco: 'sco', set: { 'cmi.core.lesson_location': 'page 4' }, at: 5 },
    { what: 'set', seq: 9, sco: 'sco', set: { 'cmi.core.score.raw': '80' }, at: 5 },
    { what: 'commit', sco: 'sco', seq: 9, at: 5 },
    { what: 'end', sco: 'sco', seq: 10, at: 5 },
  ])
  expect(kept.map(({ seq, end }) => [seq, end])).toEqual([
    [8, false],
    [9, false],
    [10, true],
  ])
  for (const message of sent) expect(readToPage(structuredClone(message))).toEqual(message)
})

test('Finish without Initialize is refused and sends nothing', async () => {
  for (const [kind, finish] of [
    ['scorm12', 'LMSFinish'],
    ['scorm2004', 'Terminate'],
  ] as const) {
    const { call, sent } = await world(beginOf(kind))
    expect([call(finish, ''), sent]).toEqual(['false', []])
  }
})

test('a state comes back with its place, its objectives and its time, and one session does not begin with the end of another', async () => {
  const old = await world(
    beginOf('scorm12', {
      state: {
        time: 3725,
        data: {
          'cmi.core.lesson_location': '4',
          'cmi.core.exit': 'suspend',
          'cmi.core.session_time': '00:10:00',
          'cmi.suspend_data': 'x'.repeat(9000),
          'cmi.objectives.0.id': 'one',
          'cmi.objectives.0.score.raw': '7',
          'cmi.core.score.raw': '50',
        },
      },
      rules: { ...noRules, mastery: '80', data_from_lms: 'hello' },
    }),
  )
  old.call('LMSInitialize', '')
  const get = (element: string) => old.call('LMSGetValue', element)
  expect(['lesson_location', 'entry', 'total_time', 'score.raw', 'lesson_mode'].map((element) => get(`cmi.core.${element}`))).toEqual([
    '4',
    'resume',
    '01:02:05',
    '50',
    'normal',
  ])
  expect([
    get('cmi.suspend_data').length,
    get('cmi.objectives._count'),
    get('cmi.objectives.0.id'),
    get('cmi.student_data.mastery_score'),
    get('cmi.launch_data'),
  ]).toEqual([9000, '1', 'one', '80', 'hello'])
  const newer = await world(
    beginOf('scorm2004', {
      state: { time: 65, data: { 'cmi.location': '4', 'cmi.suspend_data': '{"a":1}', 'cmi.completion_status': 'incomplete' } },
      rules: { ...noRules, mastery: '0.8' },
      next: true,
      trial: true,
    }),
  )
  newer.call('Initialize', '')
  expect(
    [
      'cmi.location',
      'cmi.entry',
      'cmi.total_time',
      'cmi.suspend_data',
      'cmi.scaled_passing_score',
      'cmi.mode',
      'cmi.learner_name',
      'cmi.completion_status',
    ].map((element) => newer.call('GetValue', element)),
  ).toEqual(['4', 'resume', 'PT0H1M5S', '{"a":1}', '0.8', 'browse', 'Mori, Aiko', 'incomplete'])
})

test('a sco of 2004 says where it goes when it ends; words of the other edition are none', async () => {
  const { call, sent } = await world(beginOf('scorm2004'))
  call('Initialize', '')
  expect(call('SetValue', 'cmi.core.lesson_status', 'passed')).toBe('false')
  expect(call('SetValue', 'cmi.score.scaled', '12,5')).toBe('false')
  expect(call('SetValue', 'cmi.score.scaled', 'NaN')).toBe('false')
  expect(call('SetValue', 'cmi.score.scaled', '0.5')).toBe('true')
  expect(call('SetValue', 'adl.nav.request', 'continue')).toBe('true')
  expect(call('Terminate', '')).toBe('true')
  expect(sent.map(({ what }) => what)).toEqual(['set', 'end', 'go'])
  expect(sent.at(-1)).toEqual({ what: 'go', item: 'next' })
  expect(['{target=b2}choice', 'previous', 'suspendAll', '_none_', '{target=}choice'].map(navigationOf)).toEqual([
    'b2',
    'previous',
    'exit',
    undefined,
    undefined,
  ])
})

test('a commit answers true once the device has it', async () => {
  const { call, numbers } = await world(beginOf('scorm12'), false)
  call('LMSInitialize', '')
  call('LMSSetValue', 'cmi.suspend_data', 'a')
  expect([call('LMSCommit', ''), call('LMSGetDiagnostic', '')]).toEqual(['false', 'not kept yet'])
  numbers.kept = numbers.last
  expect([call('LMSCommit', ''), call('LMSGetDiagnostic', '')]).toEqual(['true', 'kept on this device'])
  numbers.saved = numbers.last
  expect(call('LMSGetDiagnostic', '')).toBe('saved')
})

test('a value that is longer than a message is refused, and the sco learns it', async () => {
  const { call, sent } = await world(beginOf('scorm12'))
  call('LMSInitialize', '')
  expect(call('LMSSetValue', 'cmi.suspend_data', '"'.repeat(40_000))).toBe('false')
  expect([call('LMSGetLastError'), sent]).toEqual(['405', []])
  expect(call('LMSSetValue', 'cmi.suspend_data', 'a'.repeat(60_000))).toBe('true')
  expect([call('LMSGetLastError'), sent.length]).toEqual(['0', 1])
})

test('a message of another shape, of more fields, or too long is none', () => {
  const set = { what: 'set', seq: 1, sco: 'a', set: { x: '1' }, at: 2 }
  expect(readToPage(set)).toEqual(set)
  for (const bad of [
    null,
    'set',
    [set],
    { ...set, more: 1 },
    { ...set, seq: -1 },
    { ...set, seq: 1.5 },
    { ...set, set: { x: 1 } },
    { ...set, set: ['x'] },
    { ...set, set: { x: 'a'.repeat(longest) } },
    { ...set, at: 8.64e15 + 1 },
    { ...set, what: 'begin' },
    { ...set, what: 'constructor' },
    { what: 'go', item: 7 },
  ])
    expect(readToPage(bad), JSON.stringify(bad)?.slice(0, 80)).toBeUndefined()
  const data = { 'cmi.suspend_data': '"'.repeat(longest), 'cmi.comments': '"'.repeat(longest) }
  for (const begin of [beginOf('scorm12'), beginOf('scorm12', { state: { data, time: 1 } })]) expect(readToFrame(begin)).toBeDefined()
  expect(readToFrame({ ...beginOf('scorm12'), kind: 'aicc' })).toBeUndefined()
})

test('a mirror holds what no page has kept, of its attempt alone, in its order', () => {
  const held = new Map<string, string>()
  const storage = {
    get length() {
      return held.size
    },
    key: (at: number) => [...held.keys()][at] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  const [mine, other] = ['a', 'b'].map((attempt) => createMirror(() => storage, attempt)) as [
    ReturnType<typeof createMirror>,
    ReturnType<typeof createMirror>,
  ]
  const entry = (seq: number): Entry => ({ seq, sco: 's', at: 1, set: {}, end: false })
  for (const seq of [10, 9, 11]) mine.put(entry(seq))
  other.put(entry(1))
  held.set('lyceum|a|12', 'no json')
  expect(mine.left()).toEqual([9, 10, 11].map(entry))
  mine.drop(10)
  expect(mine.left()).toEqual([entry(11)])
  expect(other.left()).toEqual([entry(1)])
  const none = createMirror(() => {
    throw new Error('no storage')
  }, 'a')
  expect([none.put(entry(1)), none.left(), none.drop(1)]).toEqual([false, [], undefined])
})

test('a session that never ended is gone on with; lengths of time in both forms', () => {
  expect(
    [undefined, {}, { a: '1' }, { 'cmi.exit': 'normal' }, { 'cmi.exit': 'suspend' }].map((data) => entryOf('scorm2004', data as never)),
  ).toEqual(['ab-initio', 'ab-initio', 'resume', '', 'resume'])
  expect([lengthOf('scorm12', 59.6), lengthOf('scorm2004', 3600)]).toEqual(['00:01:00', 'PT1H0M0S'])
})
