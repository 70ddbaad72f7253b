// Tests of the activity form: its faults and the request made from it.
import { describe, expect, test, vi } from 'vitest'
import { activityTypes } from '../../../activity-types.ts'
import type { TypeForm } from '../../../activity-types/form.ts'
import { draftOf, emptyForm, faultsOf, neededOf, titleFromName } from './activity-form.ts'

// the editor's pictures are uploads, which watch the window
vi.stubGlobal('addEventListener', () => {})
// forms bring their texts, which nothing here shows
vi.mock('i18next', () => ({ default: { addResourceBundle: () => {}, init: () => {}, on: () => {} } }))

const typeForm = async (type: keyof typeof activityTypes): Promise<TypeForm> => (await activityTypes[type].form!()).default
const titled = (form: TypeForm, own: object = {}) => ({ ...emptyForm('', form), title: 'a', own: { ...form.fresh, ...own } })

describe('a new activity', async () => {
  const [video, material, page, activity] = await Promise.all([
    typeForm('online_video'),
    typeForm('material'),
    typeForm('page'),
    typeForm('learning_activity'),
  ])
  test('needs a title, an end after its start, a percent from 1 to 100', () => {
    expect(faultsOf({ ...emptyForm('', video), own: { percent: '0', forward: true, body: '' } }, video)).toEqual({
      title: 'titleNeeded',
      completion_criterion_key: 'percentRange',
    })
    expect(faultsOf({ ...titled(material), start: '2026-11-20T10:00', end: '2026-11-20T09:00' }, material)).toEqual({
      end_time: 'endBeforeStart',
    })
    expect(faultsOf({ ...titled(material), start: '2026-11-20T10:00', due: '2026-11-20T09:00' }, material)).toEqual({
      due_time: 'dueBeforeStart',
    })
    expect(faultsOf({ ...titled(material), due: '2026-11-20T10:00', end: '2026-11-20T09:00' }, material)).toEqual({
      due_time: 'dueAfterEnd',
    })
    expect(faultsOf(titled(video), video)).toEqual({})
    expect(faultsOf(titled(page), page)).toEqual({ body: 'bodyNeeded' })
  })
  test('the percentage of its criterion is known where the criterion has one', () => {
    expect(neededOf(titled(video, { percent: '70' }), video)).toBe(70)
    expect(neededOf({ ...titled(video), criterion: 'read' }, video)).toBeUndefined()
    expect(neededOf(titled(page), page)).toBeUndefined()
  })
  test('a video says how much is to be watched, others only what completes them', () => {
    expect(draftOf({ ...titled(video), module: 'm' }, 'online_video', video, ['u'])).toEqual({
      type: 'online_video',
      title: 'a',
      start_time: null,
      due_time: null,
      end_time: null,
      completion_criterion_key: 'watched_80',
      prerequisite_ids: [],
      body: '',
      settings: { forward_seeking: true },
      module_id: 'm',
      published: false,
      upload_ids: ['u'],
    })
    expect(draftOf(titled(material), 'material', material, ['u']).completion_criterion_key).toBe('read')
    const unasked = { ...titled(video, { percent: '' }), criterion: 'by_hand' as const }
    expect([faultsOf(unasked, video), draftOf(unasked, 'online_video', video, ['u']).completion_criterion_key]).toEqual([{}, 'by_hand'])
  })
  test('a page carries its text, a material what is said of it', () => {
    expect(draftOf(titled(page, { body: '<p>Salt</p>' }), 'page', page, []).body).toBe('<p>Salt</p>')
    expect(draftOf(titled(material, { body: '<p>Both</p>' }), 'material', material, ['u']).body).toBe('<p>Both</p>')
  })
  test('of a film that nobody counts, and of files without pages, they are not asked for', () => {
    const tube = { type: 'link', provider: 'youtube', duration: 90 }
    const offers = (file: object, others: boolean) => video.possible?.([file], others).includes('watched')
    expect([offers(tube, true), offers(tube, false), offers({ ...tube, duration: null }, true)]).toEqual([true, false, false])
    expect([offers({ ...tube, provider: 'bilibili' }, true), offers({ ...tube, provider: 'file' }, false)]).toEqual([false, true])
    expect([offers({ type: 'video' }, false), offers({}, false)]).toEqual([true, true])
    const pages = (...types: (string | undefined)[]) =>
      material
        .possible?.(
          types.map((type) => ({ type })),
          false,
        )
        .includes('read_pages')
    expect([pages('image'), pages('image', 'document'), pages('image', undefined)]).toEqual([false, true, true])
  })
  test('a learning activity is scored out of its points, or not at all', () => {
    const formOf = (points: string) => titled(activity, { body: '<p>Row</p>', points })
    expect([formOf('12.5'), formOf('0'), formOf('10000'), formOf('1.00001')].map((form) => faultsOf(form, activity))).toEqual([
      {},
      ...Array(3).fill({ points: 'pointsRange' }),
    ])
    expect(['12.5', ''].map((points) => draftOf(formOf(points), 'learning_activity', activity, []).points)).toEqual(['12.5', null])
  })
  test('a title is made from the file name', () =>
    expect([titleFromName('Lecture_01.mp4'), titleFromName('海洋.v2.pdf'), titleFromName('none')]).toEqual([
      'Lecture 01',
      '海洋.v2',
      'none',
    ]))
  test('a time that cannot be read is said at its field and never sent', () => {
    const form = { ...titled(material), end: 'tomorrow' }
    expect(faultsOf(form, material)).toEqual({ end_time: 'timeUnread' })
    expect(draftOf(form, 'material', material, []).end_time).toBeNull()
  })
})
