// Tests of identity's mails in every language.
import { expect, test } from 'vitest'
import { locales } from '../organisations/api.ts'
import { fill } from '@lyceum/kit/messages/letter'
import { compose } from './mails.ts'
import { type MailKind, mailTexts } from './texts.ts'

const kinds: MailKind[] = ['code', 'verify', 'welcome', 'invitation', 'passwordChanged', 'emailChanged']

test('every mail exists in every language, with nothing left to fill in and no text twice', () => {
  const usedTexts = new Map<string, string>()
  for (const locale of locales)
    for (const kind of kinds) {
      const mail = compose(kind, { name: 'Ana', org: 'Coral', locale }, 'a@x.test', { code: 'K7QM2X', minutes: 10, hours: 24, days: 7 })
      const all = [mail.subject, mail.text, mail.html].join('\n')
      expect(all, `${locale} ${kind}`).not.toMatch(/[{}](name|org|code|minutes|hours|days)?/)
      expect(all).toContain('K7QM2X')
      const text = mailTexts[locale][`${kind}.text`]
      expect(usedTexts.get(text), `${locale} ${kind}`).toBeUndefined()
      usedTexts.set(text, locale)
    }
  for (const locale of locales)
    expect(fill(locale, mailTexts[locale].sms, { code: 'K7QM2X', org: 'Coral', minutes: 10 })).toMatch(/K7QM2X.*10|10.*K7QM2X/)
})

test("a name is text in the HTML and never a line of a mail's head", () => {
  const mail = compose('welcome', { name: '<b>&"\r\nBcc: all', org: 'A\nB', locale: 'en' }, 'a@x.test', {
    link: 'https://x.test/?a=1&b=2',
    hours: 24,
  })
  expect(mail.subject).toBe('Welcome to A B')
  expect(mail.html).not.toContain('<b>')
  expect(mail.html).toContain('https://x.test/?a=1&#38;b=2')
  expect(mail.text).toContain('https://x.test/?a=1&b=2')
})
