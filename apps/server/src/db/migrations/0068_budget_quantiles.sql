-- What a budget states beside the median: energy that is exceeded in 75 and 90 of 100 years, and the wind it was made with. null: not stated.
alter table budgets
  add column energy_p75_kwh double precision,
  add column energy_p90_kwh double precision,
  add column wind_speed double precision;
