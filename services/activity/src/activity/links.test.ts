// Links in the texts of a copied course.
import { newId } from '@lyceum/kit/ids'
import { expect, test } from 'vitest'
import { addressesRenamed, linksRenamed } from './links.ts'

const [from, to, one, copyOfOne, other] = [newId(), newId(), newId(), newId(), newId()]
const as = new Map([
  [from, to],
  [one, copyOfOne],
])
const link = (address: string) => `<p>See <a href="${address}" rel="noopener">there</a>, ${from}.</p>`

test('a link into the source leads to the same place of the copy, in every form of an address', () => {
  for (const address of [
    `/course/${from}/content`,
    `/course/${from}/learning-activity#/${one}`,
    `https://learn.aldermoor.edu/course/${from.toUpperCase()}/learning-activity#/${one}`,
    `/course/${from}/learning-activity/full-screen#/questionnaire/${one}`,
  ]) {
    const renamed = linksRenamed(link(address), as)
    expect(renamed).toBe(link(address.replace(new RegExp(from, 'i'), to).replace(one, copyOfOne)).replace(`, ${to}.`, `, ${from}.`))
  }
})

test('links to things that were not copied, to other courses and other addresses stay; pictures and attachments too', () => {
  for (const html of [
    link(`/course/${from}/learning-activity#/${other}`),
    link(`/course/${other}/content`),
    link('https://www.aldermoor.edu/'),
    `<img data-upload="${one}" alt=""><a data-upload="${one}">x</a>`,
    `<pre>/course/${from}/content</pre>`,
  ])
    expect(linksRenamed(html, as)).toBe(html)
})

test('in plain text an address is a word', () => {
  expect(addressesRenamed(`See (https://a.edu/course/${from}/learning-activity#/${one}), or ${from}.`, as)).toBe(
    `See (https://a.edu/course/${to}/learning-activity#/${copyOfOne}), or ${from}.`,
  )
  const stays = `/course/${from}/learning-activity#/${other} and a/b`
  expect(addressesRenamed(stays, as)).toBe(stays)
})
