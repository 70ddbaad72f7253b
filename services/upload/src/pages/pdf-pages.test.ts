import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pagesOfPdf } from './pdf-pages.ts'

const pdf = (...objects: string[]) =>
  Buffer.from(`%PDF-1.5\n${objects.map((one, at) => `${at + 1} 0 obj\n${one}\nendobj\n`).join('')}`, 'latin1')
const compressed = (text: string) => {
  const data = deflateSync(Buffer.from(text, 'latin1'))
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 3/First 20/Filter/FlateDecode/Length ${data.length}>>\nstream\r\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

test('the root of the tree counts, wherever the count stands; outlines have counts of their own', () => {
  expect(
    pagesOfPdf(
      pdf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 12/Resources<</Font<<>>>>>>', '<</Type/Outlines/Count 99>>'),
    ),
  ).toBe(12)
  expect(
    pagesOfPdf(
      pdf('<< /Count 7 /Kids [ 2 0 R 3 0 R ] /Type /Pages >>', '<< /Type /Pages /Parent 1 0 R /Count 4 >>', '<</First 1 0 R/Count 50>>'),
    ),
  ).toBe(7)
})
test('a tree in a compressed object stream', () =>
  expect(pagesOfPdf(compressed('1 0 2 20 <</Type/Pages/Count 3/Kids[5 0 R]>> <</Type/Page>> <</Count 77>>'))).toBe(3))
test('nothing is said of what is no PDF, or says nothing', () => {
  expect(pagesOfPdf(Buffer.from('hello /Type /Pages /Count 3'))).toBeUndefined()
  expect(pagesOfPdf(pdf('<</Type/Catalog>>'))).toBeUndefined()
})
