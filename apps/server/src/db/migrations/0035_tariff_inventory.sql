-- The currency of a site is part of the units of its signals: look-ups that processes keep in memory end with a change of its prices, too.
create trigger tariffs_change_inventory after insert or delete or truncate or update on tariffs
  for each statement execute function change_inventory_version('fleet');
