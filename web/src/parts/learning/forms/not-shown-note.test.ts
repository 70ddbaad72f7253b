// Tests of what is said of files that the browser cannot show: what students get of each.
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { ChosenFile } from './use-chosen-files.ts'

vi.mock('../../../i18n.ts', () => ({ useTexts: () => (key: string, params?: { name: string }) => `${key} ${params?.name ?? ''}` }))
vi.mock('../../../ui/marks/banner.tsx', () => ({
  Banner: ({ children, action }: Record<string, ReactNode>) => createElement('p', {}, children, action),
}))
vi.mock('../../base/files/download-note.tsx', () => ({ allowDownload: async () => true }))
vi.mock('../../base/uploads/upload-rules.ts', () => ({ useNotShown: () => (file: { name: string }) => file.name.endsWith('.zip') }))
const { NotShownNote } = await import('./not-shown-note.tsx')

const file = (name: string, allow_download?: boolean) =>
  ({ at: name, id: name, name, ...(allow_download !== undefined && { file: { type: 'other', allow_download } }) }) as ChosenFile
const noteOf = (files: ChosenFile[], download?: boolean) => renderToStaticMarkup(createElement(NotShownNote, { files, download }))

test('one of mine is downloaded as it says; a new one always', () => {
  expect(noteOf([file('tides.zip'), file('seas.zip', true), file('notes.pdf', false)])).toMatch(/^<p>notShown <.p>$/)
  const off = noteOf([file('tides.zip', false), file('seas.zip', true)])
  expect(off).toMatch(/notShownOff tides.zip/)
  expect(off).toMatch(/<button.*allowDownload/)
  expect(off).not.toMatch(/notShown <|seas/)
  expect(noteOf([file('notes.pdf', false)])).toBe('')
})

test('the switch of a new activity is said of all its files', () => {
  expect(noteOf([file('seas.zip', false)], true)).toContain('notShown ')
  expect(noteOf([file('seas.zip', true)], false)).toMatch(/notShownOff seas.zip<.p>$/)
})
