// The addresses of a text's pictures for its authors.
import { expect, test } from 'vitest'
import { setScope } from '../../../client.ts'
import { pictureSources } from './picture-sources.ts'

test('each picture of a text has an address, its attachments none', () => {
  setScope({ person: 'p', org: 'o' })
  const [first, second, file] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
  const html = `<p><img data-upload="${first}" alt=""><img width="9" data-upload="${second}"><img data-upload="${first}"></p><a data-upload="${file}">Map</a>`
  expect([...pictureSources(html)]).toEqual([
    [first, `/api/uploads/${first}/blob?scope=o`],
    [second, `/api/uploads/${second}/blob?scope=o`],
  ])
})
