// Tests of reported faults of the page.
import { describe, expect, it } from 'vitest'
import { reportOf } from './fault-report.ts'
import { isGone } from './error-text.ts'

const reportFor = (error: unknown) => reportOf(error, '/course/1/content?q=mine#/x', '1.2.0')

describe('a fault of the page is reported', () => {
  it('with its place and release, without query and hash', () =>
    expect(reportFor(new TypeError('x is not a function'))).toMatchObject({
      message: 'TypeError: x is not a function',
      url: '/course/1/content',
      release: '1.2.0',
    }))
  it('without addresses and numbers of people', () =>
    expect(reportFor(new Error('no maya@example.edu, 20261001 at /a?name=Maya'))?.message).toBe('Error: no …@…, … at /a'))
  it('shortened', () => expect(reportFor(new Error('x'.repeat(9000)))?.message).toHaveLength(500))
})

describe('not reported', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://x/assets/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
    'Loading chunk 7 failed',
    'ResizeObserver loop completed with undelivered notifications.',
    'ResizeObserver loop limit exceeded',
    'Script error.',
  ])('%s', (message) => expect(reportFor(new Error(message))).toBeUndefined())
  it('a refused call', () => expect(reportFor(Object.assign(new Error('403'), { name: 'CallFailed' }))).toBeUndefined())
})

it('a missing file of a release is recognised', () => {
  expect(isGone(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(true)
  expect(isGone(new TypeError('x is undefined'))).toBe(false)
})
