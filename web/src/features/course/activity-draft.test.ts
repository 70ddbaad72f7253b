// Tests of the activity form: its faults and the request made from it.
import { describe, expect, test } from 'vitest'
import { draftOf, emptyForm, faultsOf, titleFromName } from './activity-draft.ts'

describe('a new activity', () => {
  test('needs a title, an end after its start, a percent from 1 to 100', () => {
    expect(faultsOf({ ...emptyForm(''), percent: '0' }, 'online_video')).toEqual({ title: 'titleNeeded', percent: 'percentRange' })
    expect(faultsOf({ ...emptyForm(''), title: 'a', start: '2026-11-20T10:00', end: '2026-11-20T09:00' }, 'material')).toEqual({
      end_time: 'endBeforeStart',
    })
    expect(faultsOf({ ...emptyForm(''), title: 'a' }, 'online_video')).toEqual({})
    expect(faultsOf({ ...emptyForm(''), title: 'a' }, 'page')).toEqual({ body: 'bodyNeeded' })
  })
  test('a video carries its criterion, a material does not', () => {
    expect(draftOf({ ...emptyForm('m'), title: 'a' }, 'online_video', ['u'])).toEqual({
      type: 'online_video',
      title: 'a',
      start_time: null,
      end_time: null,
      completion_criterion_key: 'watched_80',
      settings: { forward_seeking: true },
      module_id: 'm',
      published: false,
      upload_ids: ['u'],
    })
    expect(draftOf({ ...emptyForm(''), title: 'a' }, 'material', ['u'])).not.toHaveProperty('completion_criterion_key')
  })
  test('a page carries its text, others none', () => {
    const form = { ...emptyForm(''), title: 'a', body: '<p>Salt</p>' }
    expect(draftOf(form, 'page', []).body).toBe('<p>Salt</p>')
    expect(draftOf(form, 'material', ['u'])).not.toHaveProperty('body')
  })
  test('a title is made from the file name', () =>
    expect([titleFromName('Lecture_01.mp4'), titleFromName('海洋.v2.pdf'), titleFromName('none')]).toEqual([
      'Lecture 01',
      '海洋.v2',
      'none',
    ]))
  test('a time that cannot be read is said at its field and never sent', () => {
    const form = { ...emptyForm(''), title: 'a', end: 'tomorrow' }
    expect(faultsOf(form, 'material')).toEqual({ end_time: 'timeUnread' })
    expect(draftOf(form, 'material', []).end_time).toBeNull()
  })
})
