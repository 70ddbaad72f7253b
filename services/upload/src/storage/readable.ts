// Files that managers may not read: those that holders hold, and none by right, such as work that is handed in. Of these they see size and owner alone.

/** Whether managers may read file `u`, and so its name. */
export const readableSql = 'coalesce((select bool_or(r.by_right) from upload_references r where r.upload_id = u.id), true)'
