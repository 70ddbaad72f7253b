// Looks: posts that who moderates is to look at, for they wait or are reported. One row for each, which every write of a post's state renews.
import { run, type Tx } from '@lyceum/kit/database/database'

/** The row of a post in the queue as it is now: there while it waits or has open reports, and is not removed. */
export async function renewLook(tx: Tx, post: string, now: Date): Promise<void> {
  await run(
    tx,
    `with due as (
       select p.id, t.course_id, p.state = 'waiting' as waiting, x.n as reports
       from posts p join topics t on t.id = p.topic_id
       cross join lateral (select count(*)::int as n from post_reports r where r.post_id = p.id and r.state = 'open') x
       where p.id = $1 and p.state <> 'removed' and (p.state = 'waiting' or x.n > 0)),
     gone as (delete from post_looks where post_id = $1 and not exists (select from due))
     insert into post_looks (post_id, course_id, waiting, reports, since) select id, course_id, waiting, reports, $2 from due
     on conflict (post_id) do update set waiting = excluded.waiting, reports = excluded.reports`,
    post,
    now,
  )
}

/** Posts of which reports have gone without a word of who moderates: with the last one a post leaves the queue. */
export async function renewReported(tx: Tx, posts: string[]): Promise<void> {
  if (posts.length === 0) return
  await run(
    tx,
    `update post_looks l set reports = (select count(*) from post_reports r where r.post_id = l.post_id and r.state = 'open') where l.post_id = any($1)`,
    posts,
  )
  await run(tx, 'delete from post_looks where post_id = any($1) and reports = 0 and not waiting', posts)
}
