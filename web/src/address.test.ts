// Tests of addresses with parts behind the hash.
import { describe, expect, it } from 'vitest'
import { currentAddress, toRouterAddress, toBrowserAddress, safeNext } from './address.ts'
import { paths } from './paths.ts'
import { ownScreens, screens } from '../../tests/spec/screens.ts'

/** Every line of spec §2.1, with ids filled in. */
const lines = [
  '/user/courses',
  '/user/studios',
  '/user/project',
  '/user/index',
  '/user/settings?bindMobile',
  '/user/resource-groups#/g1/members',
  '/login?next=%2Fcourse%2Fc1%2Flearning-activity%23%2Fa1',
  '/course/c1/content',
  '/course/c1/outline',
  '/course/c1/enrollments',
  '/course/c1/score',
  '/course/c1/warning',
  '/course/c1/resource',
  '/course/c1/learning-activity#/a1',
  '/course/c1/learning-activity#/exam/e1',
  '/course/c1/learning-activity/full-screen#/questionnaire/q1',
  '/course/c1/learning-activity#/classroom/k1',
  '/course/c1/live-activities#/l1/detail',
  '/course/c1/evaluation?redirect=task/t1/detail',
  '/course/c1/forum?show_sidebar=false#/topics/t1',
  '/course/c1/group-set#/topics/t1?groupId=g1',
  '/course/c1/teaching-team#/meeting/m1',
  '/course/c1/teaching-team#/forum/f1',
  '/course/join/7KQ2M4X',
  '/inclass/courses/c1',
  '/score',
  '/j?p=eyJ2IjoxfQ',
  '/bulletin-list/?type=org',
  '/bulletin-list/?type=org&bulletin_id=b1',
  '/bulletin-list/?type=course',
  '/management/',
  '/management/course#/',
  '/management/plan',
  '/management/course/audit',
  '/management/learning-statistics/learning-progress#/c1/alert-list',
  '/wg-admin/request',
  '/shared-resource/user/u1/track-user-resource',
  '/vtrs/v1',
  '/pdf/editor?uploadId=u1&file=a.pdf&fileType=pdf&imgURL=%2Fi&rotatedAngle=90&attachmentUrl=%2Fa&fileName=x',
  '/note-bene/pdf-viewer',
  '/note-bene/ofd-viewer',
  '/note-bene/aliyun-office-viewer',
  '/static/kityformula/kity_formula_editor.html',
]

describe('an address comes back as it was', () => {
  it.each(lines)('%s', (line) => {
    expect(toBrowserAddress(toRouterAddress(line))).toBe(line)
    expect(toRouterAddress(toRouterAddress(line))).toBe(toRouterAddress(line))
  })
  it('a lone question mark, which empties the query of the present page', () => {
    expect([toRouterAddress('?'), toRouterAddress('/course/c1/content?')]).toEqual(['?', '/course/c1/content'])
  })
  it('with a query before the hash and one inside it', () => {
    const line = '/course/c1/forum?show_sidebar=false#/topics/t1?groupId=g1&a=2'
    expect(toRouterAddress(line)).toBe('/course/c1/forum/-/topics/t1?show_sidebar=false&-&groupId=g1&a=2')
    expect(toBrowserAddress(toRouterAddress(line))).toBe(line)
  })
  it('with letters that are written with percent signs', () => {
    const line = '/course/c1/learning-activity#/%E6%B5%B7'
    expect(toBrowserAddress(toRouterAddress(line))).toBe(line)
  })
})

it('an inner query reads like any other', () => {
  const { search } = new URL(toRouterAddress('/course/c1/group-set#/topics/t1?groupId=g1'), 'http://x')
  expect(new URLSearchParams(search).get('groupId')).toBe('g1')
})

it('every screen of the map has a form the router can see', () => {
  for (const { address } of [...screens, ...ownScreens]) expect(toBrowserAddress(toRouterAddress(address))).toBe(address)
})

it('next keeps path, query and hash', () => {
  expect(currentAddress({ pathname: '/course/c1/forum', search: '?show_sidebar=false', hash: '#/topics/t1' })).toBe(
    '/course/c1/forum?show_sidebar=false#/topics/t1',
  )
  expect(paths.login('/course/c1/learning-activity#/a1')).toBe('/login?next=%2Fcourse%2Fc1%2Flearning-activity%23%2Fa1')
})

describe('next leads only into our own pages', () => {
  const origin = 'https://lyceum.example'
  it.each([
    ['/course/c1/learning-activity#/a1', '/course/c1/learning-activity#/a1'],
    ['/score?x=1', '/score?x=1'],
  ])('%s', (next, to) => expect(safeNext(next, origin)).toBe(to))
  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/.\\/evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    'javascript:alert(1)',
    '/login?next=/login',
    'course/c1',
  ])('else home: %s', (next) => expect(safeNext(next, origin)).toBe('/user/index'))
})
