// The words of the spreadsheet of meetings in the six languages.
import en from '../i18n/en/meetings.json' with { type: 'json' }
import id from '../i18n/id/meetings.json' with { type: 'json' }
import ms from '../i18n/ms/meetings.json' with { type: 'json' }
import th from '../i18n/th/meetings.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/meetings.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/meetings.json' with { type: 'json' }

const textsOf: Record<string, typeof en> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }

/** English for a language that is none of the six. */
export const sheetTexts = (lang: string): typeof en => (Object.hasOwn(textsOf, lang) && textsOf[lang]) || en
