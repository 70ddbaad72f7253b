update progress p set state = 'rework', version = p.version + 1,
  details = p.details - 'submitted' || jsonb_build_object('rework', jsonb_build_object(
    'state', case when p.state in ('', 'rework') then 'submitted' else p.state end, 'at', p.state_at, 'completed', p.completed_at, 'submitted', true))
from submissions s
where s.rework and not s.trial and s.n > 0 and p.activity_id = s.activity_id and p.person_id = any(s.member_ids) and not p.trial and p.details -> 'rework' is null;
