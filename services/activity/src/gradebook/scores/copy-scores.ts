// The book of a copied course: policy, categories and items made by hand, and where the items of the copied activities stand. No score.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { Gradebook } from './score-row.ts'

/** `as`: what the activities of the source are called in the copy, which are there. */
export async function copyBook(tx: Tx, from: string, { org, course }: Gradebook, as: ReadonlyMap<string, string>): Promise<void> {
  await run(
    tx,
    `
    insert into score_policies as p (course_id, org_id, aggregation, digits, scale_id, pass_percent, late, missing_percent, distribution, version)
    select $2::uuid, $3::uuid, f.aggregation, f.digits, s.id, f.pass_percent, f.late, f.missing_percent, f.distribution, ${nextVersion('0')}
    from score_policies f left join score_scales s on s.id = f.scale_id and s.org_id = $3 where f.course_id = $1
    on conflict (course_id) do update set aggregation = excluded.aggregation, digits = excluded.digits, scale_id = excluded.scale_id,
      pass_percent = excluded.pass_percent, late = excluded.late, missing_percent = excluded.missing_percent, distribution = excluded.distribution,
      version = ${nextVersion('p.version')}`,
    from,
    course,
    org,
  )
  const categories = await rows<{ id: string }>(tx, 'select id::text from score_categories where course_id = $1 order by sort, id', from)
  const named = JSON.stringify(categories.map(({ id }) => ({ from: id, to: newId() })))
  await run(
    tx,
    `
    insert into score_categories (id, org_id, course_id, name, weight, drop, keep, sort, version)
    select n.to, $2::uuid, $3::uuid, c.name, c.weight, c.drop, c.keep, c.sort, ${nextVersion('0')}
    from jsonb_to_recordset($1::jsonb) as n("from" uuid, "to" uuid) join score_categories c on c.id = n.from`,
    named,
    org,
    course,
  )
  const byHand = await rows<{ id: string }>(
    tx,
    'select id::text from score_items where course_id = $1 and activity_id is null and not deleted order by no',
    from,
  )
  await run(
    tx,
    `
    with numbered as (
      insert into score_policies as p (course_id, org_id, last_no, version) values ($3, $2, $5, 0)
      on conflict (course_id) do update set last_no = p.last_no + excluded.last_no returning p.last_no - $5 as first)
    insert into score_items (id, org_id, course_id, no, title, category_id, points, sort, extra_credit, never_drop, release, released, source, version)
    select n.to, $2::uuid, $3::uuid, numbered.first + n.nth, i.title, c.to, i.points, i.sort, i.extra_credit, i.never_drop, i.release, i.release = 'at_once',
      case when not exists (select from score_items s where s.course_id = $3::uuid and s.source = i.source) then i.source end,
      ${nextVersion('0')}
    from numbered, jsonb_to_recordset($1::jsonb) as n("from" uuid, "to" uuid, nth int) join score_items i on i.id = n.from
    left join jsonb_to_recordset($4::jsonb) as c("from" uuid, "to" uuid) on c.from = i.category_id`,
    JSON.stringify(byHand.map(({ id }, nth) => ({ from: id, to: newId(), nth: nth + 1 }))),
    org,
    course,
    named,
    byHand.length,
  )
  await run(
    tx,
    `
    update score_items t set category_id = c.to, extra_credit = i.extra_credit, never_drop = i.never_drop, sort = i.sort, version = ${nextVersion('t.version')}
    from jsonb_to_recordset($1::jsonb) as a("from" uuid, "to" uuid) join score_items i on i.activity_id = a.from
    left join jsonb_to_recordset($2::jsonb) as c("from" uuid, "to" uuid) on c.from = i.category_id
    where t.activity_id = a.to`,
    JSON.stringify([...as].map(([source, to]) => ({ from: source, to }))),
    named,
  )
}
