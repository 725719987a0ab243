-- Only the names are read, so this takes a moment even with many images.
alter table images drop constraint images_name_valid;
alter table images add constraint images_name_valid check (
  name ~ '^[0-9a-f]{32}-([1-9][0-9]{0,4}x[1-9][0-9]{0,4}\.(png|jpg)|[a-z0-9-]{1,60}\.(pdf|txt|csv))$'
);
comment on table images is
  'Images and attachments in the texts of staff, as readers get them. The name is the address below /images/ or '
  '/attachments/ and says everything about a file: a digest of its bytes, its size or title, its type. Images are '
  'without metadata and at most as wide as a page.';
