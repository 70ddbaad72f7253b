import { expect, test } from 'vitest'
import { pages } from '../../pages.ts'
import { firstLooks } from './first-looks.ts'

test.each(Object.entries(firstLooks))('%s: its title comes from a read of the page, and stands once', (address, { html, read }) => {
  expect(pages[address as keyof typeof firstLooks].reads).toContain(read)
  expect(html.split('{{title}}')).toHaveLength(2)
})
