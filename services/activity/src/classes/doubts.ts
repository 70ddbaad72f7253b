// Doubts about claims that show only beside the others of a roll call: two people on one device, a network that nobody shares. One fragment of SQL.

/**
 * The attendance of the roll call of a parameter, with all its doubts as `all_doubts`: a network is doubted where it is neither that of the screen nor that
 * of a fifth of the claims. Devices and networks go when it is closed, and with them what is not noted by then.
 */
export const doubtedSql = (call: string) => `(select a.*, a.doubts
    || case when a.on_device > 1 and a.device is not null and not 'device' = any(a.doubts) then array['device'] else '{}' end
    || case when a.network is not null and not a.network = any(a.screens) and a.on_network * 5 < a.in_networks then array['network'] else '{}' end
    as all_doubts
  from (select a.*, r.networks as screens, count(*) over (partition by a.device) as on_device, count(*) over (partition by a.network) as on_network,
      count(a.network) over () as in_networks
    from attendance a join roll_calls r on r.id = a.roll_call_id where a.roll_call_id = ${call}) a)`
