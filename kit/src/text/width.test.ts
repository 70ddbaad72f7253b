// Tests of the width of texts.
import { expect, test } from 'vitest'
import { plainWidth } from './width.ts'

test.each([
  ['２６１００４２', '2610042'],
  ['ｍａｙａ＠ａ．ｅｘａｍｐｌｅ', 'maya@a.example'],
  ['\ufeff261\u200b001\u202c', '261001'],
  ['王　小明', '王 小明'],
  ['第 1 組', '第 1 組'],
])('%j is %j', (text, plain) => expect(plainWidth(text)).toBe(plain))
