// Tests of the texts of mentions: names in place of the writer's words, also where they nest or are no mention.
import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { withMentionTexts } from './mention-texts.ts'

const ada = 'person:01890000-0000-7000-8000-000000000001'
const named = (html: string) =>
  withMentionTexts(cleanHtml('body', html), (mention, words) => `@${mention === ada ? 'Ada <L.> & Co' : words}`)

test('a chip says the name of its mention, whatever was in it; the rest of the text stays', () => {
  expect(named(`<p>To <span data-mention="${ada}">@Bo, who failed</span>, and <span lang="en">all</span></p>`)).toBe(
    `<p>To <span data-mention="${ada}">@Ada &lt;L.&gt; &amp; Co</span>, and <span lang="en">all</span></p>`,
  )
  const nested = `<p><span lang="th"><span data-mention="${ada.toUpperCase().replace('PERSON', 'person')}"><strong>Bo <span>failed</span></strong> twice</span> x</span> y</p>`
  expect(named(nested).replaceAll(/<[^<>]*>/g, '')).toBe('@Ada &lt;L.&gt; &amp; Co x y')
  const within = `<p><span data-mention="${ada}">a <span data-mention="teachers">b</span> c</span> and <span data-mention="teachers">b</span></p>`
  expect(named(within).replaceAll(/<[^<>]*>/g, '')).toBe('@Ada &lt;L.&gt; &amp; Co and @b')
})

test('a mark that is no mention goes and leaves its words; a text without one is as it was', () => {
  expect(named('<p><span data-mention="person:me" lang="en">@Dean</span></p>')).toBe('<p><span lang="en">@Dean</span></p>')
  expect(named(`<p>a <span lang="th">b</span></p>`)).toBe(`<p>a <span lang="th">b</span></p>`)
})
