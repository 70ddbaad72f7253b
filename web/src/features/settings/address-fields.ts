// Fields of a postal address, in the order of the reader's language.
import type { Locale } from '../../i18n.ts'

export const addressFields = ['recipient', 'phone', 'street', 'city', 'region', 'postcode', 'country'] as const
export type AddressField = (typeof addressFields)[number]

/** From the smallest place to the largest; Chinese the other way round, in Taiwan with the postcode before the county. */
const chinese: Partial<Record<Locale, readonly AddressField[]>> = {
  'zh-CN': ['recipient', 'phone', 'country', 'region', 'city', 'street', 'postcode'],
  'zh-TW': ['recipient', 'phone', 'country', 'postcode', 'region', 'city', 'street'],
}

export const addressOrder = (locale: Locale): readonly AddressField[] => chinese[locale] ?? addressFields
