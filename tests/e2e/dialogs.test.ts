// The dialogs and panels that no other test opens, without a finding of axe-core; those behind more work are in dialogs-behind-work.test.ts. The
// gallery looks at those that are exhibits there (web/src/dev/exhibits).
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch } from './browser.ts'
import { sweep } from './dialog-sweep.ts'
import { login, world } from './visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

const inCourse = (part: string) => () => `/course/${world().course}/${part}`
const bank = 'More for question banks'
const asking = 'Select Spring tides come at new moon.'
const file = 'Actions for Tide tables.pdf'
const book = 'More about the gradebook'
const both = ['Select Tide tables', 'Select Why the sea comes back']

sweep({
  browser: () => browser,
  login,
  dialogs: {
    teacher: [
      [
        inCourse('content'),
        ['More actions', 'Access code and link'],
        ['More actions', 'Access code and link', 'Show large'],
        ['Actions for module Twice a day', 'Dates'],
        [...both, 'Dates'],
      ],
      [inCourse('score'), [book, 'Add item'], [book, 'Message…'], [book, 'Submit final results'], [book, 'Import a table']],
      [
        inCourse('questions'),
        [bank, 'New question bank'],
        [bank, 'Deleted question banks'],
        [bank, 'Import'],
        [bank, 'Export'],
        [bank, 'Rename'],
        [bank, 'Share'],
        ['New folder'],
        [asking, 'Move'],
        [asking, 'Tags'],
        [asking, 'Copy'],
        [asking, 'Delete'],
      ],
      [() => `/course/${world().course}/learning-activity#/${world().asked.exam}`, ['Access']],
      [() => `/course/${world().course}/learning-activity#/exam/${world().asked.exam}/invigilation`, ['Add time to all'], ['Pause all']],
      [() => `/course/${world().workshop}/learning-activity#/new/page`, ['Formula'], ['Code block']],
      [() => '/user/calendar', ['Subscribe with iCal']],
      [() => '/user/courses', ['Create course'], ['Join with code']],
      [() => '/user/resources', [file, 'Move'], [file, 'Rename'], [file, 'Share'], [file, 'Where it is used'], ['New folder']],
      [() => '/user/settings', ['Add link'], ['Change password']],
    ],
    admin: [
      [() => '/management/terms', ['Add an academic year']],
      [() => '/management/score-scales', ['Add scale']],
      [() => '/management/bulletins', ['Actions for Library open until 22:00', 'Readers']],
    ],
  },
})
