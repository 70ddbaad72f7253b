// Tests of the spacing between Chinese and Latin letters.
import { expect, test } from 'vitest'
import { joinWithCjkSpacing } from './cjk-spacing.ts'

test.each([
  ['zh-CN', ['你在 ', '海洋大学', ' 的账号'], '你在海洋大学的账号'],
  ['zh-CN', ['你在 ', 'Aldermoor', ' 的账号'], '你在 Aldermoor 的账号'],
  ['zh-CN', ['欢迎加入', 'Aldermoor', ''], '欢迎加入 Aldermoor'],
  ['zh-TW', ['', '2026.11.27 09:05', ' 截止'], '2026.11.27 09:05 截止'],
  ['zh-TW', ['', '27 日週五 09:05', ' 截止'], '27 日週五 09:05 截止'],
  ['zh-CN', ['全部（', '3', '）'], '全部（3）'],
  ['zh-CN', ['打开“', 'Tides', '”'], '打开“Tides”'],
  ['zh-CN', ['已看 ', '64%', ''], '已看 64%'],
  ['zh-CN', ['移除 ', '王 芳', ''], '移除王 芳'],
  ['th', ['บัญชีของ ', '王芳', ''], 'บัญชีของ 王芳'],
])('in %s %j is %s', (locale, pieces, whole) => expect(joinWithCjkSpacing(locale, pieces)).toBe(whole))
