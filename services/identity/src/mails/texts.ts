// Texts of identity's mails, in the reader's language: src/i18n/<locale>/mails.json. `<kind>.act` is the word on the button of a mail with a link.
import en from '../i18n/en/mails.json' with { type: 'json' }
import id from '../i18n/id/mails.json' with { type: 'json' }
import ms from '../i18n/ms/mails.json' with { type: 'json' }
import th from '../i18n/th/mails.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/mails.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/mails.json' with { type: 'json' }
import type { Locale } from '../organisations/api.ts'

export type MailKind = 'code' | 'codeInstead' | 'verify' | 'welcome' | 'invitation' | 'passwordChanged' | 'emailChanged'
export type MailTexts = typeof en

export const mailTexts: Record<Locale, MailTexts> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }
