// Subjects and curricula in a browser: a subject is made and merged; a curriculum is written by term, a class kept in step with it, and who lacks a
// course is seen.
import { until } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let school: School
let window: Window
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
})
afterAll(() => browser?.close())

const toast = (page: Page, text: string) => page.getByRole('status').getByText(text)
async function fits(page: Page) {
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  expect(await axe(page)).toEqual([])
}

test('subjects are made, changed, deleted with a way back, and merged', async () => {
  const { page, faults } = window
  const teacher = await school.signIn('teacher')
  await teacher
    .call('POST /api/course', { body: { name: 'Tides', course_code: 'MB 1' } })
    .then(({ id }) => teacher.call('PUT /api/courses/:id', { params: { id }, body: { subject_code: 'MARBIO' } }))
  await page.goto('/management/subjects')
  for (const [code, name] of [
    ['MARBIO', 'Marine Biology'],
    ['BIO', 'Biology'],
  ]) {
    await page.getByRole('button', { name: 'Add a subject' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a subject' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a code').waitFor()
    await dialog.getByLabel('Code', { exact: true }).fill(code!)
    await dialog.getByLabel('Name', { exact: true }).fill(name!)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('row', { name: new RegExp(name!) })
      .first()
      .waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  await fits(page)
  await picture(page, 'management-subjects')
  await page.getByRole('button', { name: 'Actions for BIO' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await toast(page, 'BIO is deleted').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('button', { name: 'Actions for BIO' }).waitFor()

  await page.getByRole('button', { name: 'Actions for MARBIO' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge MARBIO into another subject' })
  await merge.getByText('The 1 course of MARBIO').waitFor()
  await merge.getByRole('combobox', { name: 'Merge into' }).click()
  await page.getByRole('option', { name: /BIO/ }).click()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-subjects-merge')
  await merge.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged into BIO', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for MARBIO' }).click()
  await page.getByRole('menuitem', { name: 'Take back the merge' }).click()
  await toast(page, 'MARBIO is a subject of its own again').waitFor()
  await page.getByText('Merged into BIO', { exact: true }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a curriculum is written by term, a class is kept in step with it, and who lacks a course is listed', async () => {
  const { page, faults } = window
  const admin = await school.signIn('admin')
  const program = await admin.call('POST /api/study-units', { body: { kind: 'program', name: 'Marine Biology' } })
  const klass = await admin.call('POST /api/study-units', { body: { kind: 'klass', name: 'Reefs A', program_id: program.id } })
  await admin.call('POST /api/users', { body: { name: 'Siti Aminah', user_no: 'S-1', roles: ['student'], klass_id: klass.id } })

  await page.goto('/management/curricula')
  await page.getByRole('button', { name: 'Add a curriculum' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a curriculum' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Choose a program').last().waitFor()
  await dialog.getByRole('combobox', { name: 'Program' }).click()
  await page.getByRole('option', { name: 'Marine Biology' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Marine Biology 2026')
  await dialog.getByLabel('Terms').fill('2')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Marine Biology 2026' }).waitFor()

  const first = page.getByRole('region', { name: 'Term 1' })
  await first.getByRole('button', { name: 'Add a course to term 1' }).click()
  await page.keyboard.type('MB 1')
  await first.getByRole('button', { name: 'Add a course to term 1' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await first.getByText('Enter a code').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('MB 9')
  // what is typed is there after the page is read again
  await page.getByText('Kept on this device').waitFor()
  await page.reload()
  await expect.poll(() => first.getByLabel('Course code').nth(1).inputValue()).toBe('MB 9')
  await first.getByRole('checkbox', { name: 'Compulsory' }).nth(1).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Marine Biology 2026 is saved').waitFor()
  await page.getByText('This is what you wrote').waitFor({ state: 'detached' })
  await first.getByText('Tides').waitFor()
  await first.getByText('No course has this code').waitFor()
  await first.getByText('1 of 1 lacks it').first().waitFor()
  await fits(page)
  await picture(page, 'management-curriculum')

  // a course that somebody else has added meanwhile is shown, and not overwritten
  const params = { id: (await admin.call('GET /api/curricula', { query: {} })).items[0]?.id ?? '' }
  const { rows, version } = await admin.call('GET /api/curricula/:id', { params })
  await first.getByLabel('Credits').nth(1).fill('4')
  const added = { term: 2, course_code: 'MB 2', compulsory: false, credits: 1 }
  await admin.call('PUT /api/curricula/:id', { params, body: { rows: [...rows, added], version } })
  await page.getByRole('button', { name: 'Save' }).click()
  const versions = page.getByRole('dialog', { name: 'Two versions' })
  await versions.getByText(/MB 2/).waitFor()
  expect(await axe(page)).toEqual([])
  await versions.getByRole('button', { name: 'Use the other version' }).click()
  await expect.poll(() => page.getByRole('region', { name: 'Term 2' }).getByLabel('Course code').inputValue()).toBe('MB 2')

  await page.getByRole('radio', { name: 'Who lacks what' }).click()
  await page.getByRole('row', { name: /Siti Aminah.*MB 1/ }).waitFor()
  await fits(page)
  await picture(page, 'management-curriculum-missing')

  await page.getByRole('radio', { name: 'Classes' }).click()
  await page.getByRole('button', { name: 'Enrol a class' }).first().click()
  const enrol = page.getByRole('dialog', { name: 'Enrol a class' })
  await enrol.getByRole('combobox', { name: 'Class' }).click()
  await page.getByRole('option', { name: 'Reefs A' }).click()
  await enrol.getByRole('radio', { name: 'Keep in step' }).check()
  expect(await axe(page)).toEqual([])
  await picture(page, 'management-curriculum-enrol')
  await enrol.getByRole('button', { name: 'Enrol', exact: true }).click()
  await page.getByText('1 enrolment made').waitFor()
  await page.getByRole('row', { name: /Reefs A.*In step/ }).waitFor()
  await fits(page)
  await picture(page, 'management-curriculum-classes')

  await page.getByRole('button', { name: 'Actions for Reefs A' }).click()
  await page.getByRole('menuitem', { name: 'Keep in step no longer' }).click()
  await toast(page, 'Reefs A is kept in step no longer').waitFor()
  await page.getByText('No class is kept in step').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('row', { name: /Reefs A.*In step/ }).waitFor()

  await page.getByRole('radio', { name: 'Who lacks what' }).click()
  await page.getByText('Nobody lacks a compulsory course').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const part of ['', '?part=missing', '?part=classes']) {
    const address = new URL(page.url())
    await page.goto(`${address.pathname}${part}${address.hash}`)
    await page.getByRole('heading', { name: 'Marine Biology 2026' }).waitFor()
    await fits(page)
    await picture(page, `management-curriculum-phone${part.replace('?part=', '-')}`)
  }
  await page.goto('/management/curricula')
  await page.getByText('Marine Biology 2026').waitFor()
  await fits(page)
  await until(async () => (await admin.call('GET /api/curricula', { query: {} })).items[0]?.classes === 1)
  expect(faults).toEqual([])
})
