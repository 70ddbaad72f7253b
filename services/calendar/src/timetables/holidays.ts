// Holidays of an organisation's terms, on which no lesson is held.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { type Days, dayOf } from './rules.ts'

/** Rows with the holidays of organisations' terms as one text each; `orgs` is a list or a query. */
export const holidaysSql = (orgs: string) => `
  select org_id::text as org, jsonb_agg(holidays order by id)::text as holidays
  from terms where org_id = any(${orgs}) and not deleted and holidays <> '[]' group by org_id`
export const daysIn = (text: string): Days[] =>
  (JSON.parse(text) as { start_date: string; end_date: string }[][])
    .flat()
    .map(({ start_date, end_date }): Days => [dayOf(start_date), dayOf(end_date)])

/** By organisation, as text that daysIn reads. */
export async function holidayTexts(tx: Tx, orgs: string[]): Promise<Map<string, string>> {
  if (orgs.length === 0) return new Map()
  const found = await rows<{ org: string; holidays: string }>(tx, holidaysSql('$1'), orgs)
  return new Map(found.map(({ org, holidays }) => [org, holidays]))
}

/** The holidays of organisations' terms, by organisation. */
export const holidaysOf = async (tx: Tx, orgs: string[]): Promise<Map<string, Days[]>> =>
  new Map([...(await holidayTexts(tx, orgs))].map(([org, text]) => [org, daysIn(text)]))
