// Test of the order of address fields per language.
import { expect, it } from 'vitest'
import { locales } from '../../i18n.ts'
import { addressFields, addressOrder } from './address-fields.ts'

it('every language has every field once, Chinese with the country first', () => {
  for (const locale of locales) expect([...addressOrder(locale)].sort()).toEqual([...addressFields].sort())
  expect(addressOrder('th').slice(2)).toEqual(['street', 'city', 'region', 'postcode', 'country'])
  expect(addressOrder('zh-CN').slice(2)).toEqual(['country', 'region', 'city', 'street', 'postcode'])
  expect(addressOrder('zh-TW').slice(2)).toEqual(['country', 'postcode', 'region', 'city', 'street'])
})
