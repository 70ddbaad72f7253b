-- The exact points of an attempt, as a fraction: "3/1", "7/3". Thirds of several questions make whole points; of attempts that were marked before, the
-- points with four places hold until they are marked anew.
alter table attempts add column exact text;
