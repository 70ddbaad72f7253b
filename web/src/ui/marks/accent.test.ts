// Tests of accents of organisations.
import { describe, expect, it } from 'vitest'
import { accentTokens, contrast } from './accent.ts'

describe('any organisation’s accent can be read', () => {
  it.each([0, 25, 42, 90, 118, 150, 192, 255, 300, 345])('hue %i', (hue) => {
    for (const vividness of [0, 38, 60, 100]) {
      const { light, dark } = accentTokens({ hue, vividness })
      expect(contrast(light.accent!, '#ffffff')).toBeGreaterThanOrEqual(6.2)
      expect(contrast(light['accent-text']!, '#efeee9')).toBeGreaterThanOrEqual(5.3)
      expect(contrast(light['accent-soft-text']!, light['accent-soft']!)).toBeGreaterThanOrEqual(6.4)
      expect(contrast(dark.accent!, dark['accent-on']!)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark['accent-text']!, '#20282a')).toBeGreaterThanOrEqual(6.2)
      expect(contrast(dark['accent-soft-text']!, dark['accent-soft']!)).toBeGreaterThanOrEqual(7)
    }
  })
})
it('the default accent is that of the tokens, within a step', () => {
  const { light, dark } = accentTokens({ hue: 192, vividness: 38 })
  expect(contrast(light.accent!, '#026c69')).toBeLessThan(1.04)
  expect(contrast(dark.accent!, '#59a8a5')).toBeLessThan(1.04)
})
