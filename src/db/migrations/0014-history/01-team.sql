-- Nothing here yet.
select 1;
